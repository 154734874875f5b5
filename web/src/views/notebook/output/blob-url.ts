import { useEffect, useState } from "preact/hooks";

/** An address of a text within this page, as long as a component is shown. */
export function useBlobUrl(text: string, type: string): string | undefined {
  const [url, setUrl] = useState<string | undefined>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([text], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [text, type]);
  return url;
}
