import * as z from "zod";
/** How the thoughts of a session are produced. */
export declare const Mode: z.ZodEnum<{
    chain: "chain";
    linear: "linear";
    think: "think";
}>;
export type Mode = z.infer<typeof Mode>;
/** One line of inquiry: the unit that is listed, searched, exported and watched. */
export declare const Session: z.ZodObject<{
    id: z.ZodString;
    title: z.ZodString;
    description: z.ZodOptional<z.ZodString>;
    project: z.ZodString;
    task: z.ZodOptional<z.ZodString>;
    aspect: z.ZodOptional<z.ZodString>;
    tags: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    mode: z.ZodEnum<{
        chain: "chain";
        linear: "linear";
        think: "think";
    }>;
    status: z.ZodEnum<{
        active: "active";
        completed: "completed";
    }>;
    stage: z.ZodInt;
    createdAt: z.ZodISODateTime;
    updatedAt: z.ZodISODateTime;
    metadata: z.ZodRecord<z.ZodString, z.ZodUnknown>;
}, z.core.$strip>;
export type Session = z.infer<typeof Session>;
/** A session with the counts that a list shows; they are kept, never computed by reading thoughts. */
export declare const SessionSummary: z.ZodObject<{
    id: z.ZodString;
    title: z.ZodString;
    description: z.ZodOptional<z.ZodString>;
    project: z.ZodString;
    task: z.ZodOptional<z.ZodString>;
    aspect: z.ZodOptional<z.ZodString>;
    tags: z.ZodReadonly<z.ZodArray<z.ZodString>>;
    mode: z.ZodEnum<{
        chain: "chain";
        linear: "linear";
        think: "think";
    }>;
    status: z.ZodEnum<{
        active: "active";
        completed: "completed";
    }>;
    stage: z.ZodInt;
    createdAt: z.ZodISODateTime;
    updatedAt: z.ZodISODateTime;
    metadata: z.ZodRecord<z.ZodString, z.ZodUnknown>;
    thoughtCount: z.ZodInt;
    branchCount: z.ZodInt;
}, z.core.$strip>;
export type SessionSummary = z.infer<typeof SessionSummary>;
/** What a caller decides about a session that is about to be opened. */
export interface NewSession {
    /** Kept when it is safe; otherwise, and when absent, an id is made from the title and the day. */
    readonly id?: string;
    readonly title: string;
    readonly description?: string;
    readonly project?: string;
    readonly task?: string;
    readonly aspect?: string;
    readonly tags?: readonly string[];
    readonly mode: Mode;
    readonly metadata?: Readonly<Record<string, unknown>>;
}
/** The project of a session that names none. */
export declare const DEFAULT_PROJECT = "_default";
