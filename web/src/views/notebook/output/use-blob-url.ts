import { useEffect, useState } from "preact/hooks";

/** A blob URL of a text while the component is mounted. */
export function useBlobUrl(text: string, type: string): string | undefined {
  const [url, setUrl] = useState<string | undefined>();
  useEffect(() => {
    const created = URL.createObjectURL(new Blob([text], { type }));
    setUrl(created);
    return () => URL.revokeObjectURL(created);
  }, [text, type]);
  return url;
}
