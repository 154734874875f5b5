/** What is kept in this browser between visits. A browser that keeps nothing is no error. */
export const settings = {
  get(name: string): string | undefined {
    try {
      return localStorage.getItem(`clew.${name}`) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set(name: string, value: string): void {
    try {
      localStorage.setItem(`clew.${name}`, value);
    } catch {
      // The choice holds until the page is closed.
    }
  },
};
