/** Settings in the local storage of the browser, if it has one. */
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
      // Without storage a setting lasts until the page is closed.
    }
  },
};
