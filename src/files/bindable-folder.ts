import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, parse, resolve } from "node:path";
import { isInside } from "./resolve-inside.ts";

/** System folders: neither they nor anything inside can be bound. */
const SYSTEM =
  /^(\/(etc|bin|sbin|lib\w{0,20}|boot|dev|proc|sys|run|System|Library|private\/etc|var\/(lib|log|run|spool|cache|db|root))|\/usr(?!\/src\/.)|[A-Z]:\\(Windows|Program Files( \(x86\))?|ProgramData))([\\/]|$)/i;
/** Folders that contain the folders of other people or programs. Their subfolders can be bound, they themselves cannot. */
const SHARED =
  /^(\/(home|Users|Volumes|media|mnt|opt|srv|tmp|var|private|var\/(tmp|www)|private\/(var|tmp|var\/tmp))|[A-Z]:\\Users)$/i;
/** Home folders on the supported systems. */
const PERSON = /^(\/root|\/(home|Users)\/[^/]+|\/var\/home\/[^/]+|[A-Z]:\\Users\\[^\\]+)$/i;

/** Why a real folder cannot be bound as a root, phrased to follow "rootUri"; undefined if it can. */
export async function rootProblem(folder: string, home: string): Promise<string | undefined> {
  if (folder === parse(folder).root) return "must not be the root of a file system";
  if (SYSTEM.test(folder)) return "must not be a folder of the operating system";
  if (SHARED.test(folder)) return "must not be a folder that several users or programs share";
  const own = await realPath(homedir());
  if (PERSON.test(folder) || isInside(folder, own)) return "must not be a home folder or contain one";
  const data = await realPath(home);
  if (isInside(folder, data) || isInside(data, folder))
    return "must not contain the data home or be inside of it";
  return undefined;
}

/** The real path, as far as it exists: the data home may not exist yet. */
async function realPath(path: string): Promise<string> {
  const full = resolve(path);
  return realpath(full).catch(async () =>
    dirname(full) === full ? full : resolve(await realPath(dirname(full)), parse(full).base),
  );
}
