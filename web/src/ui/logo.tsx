/** The logo: a ball of thread. */
export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <circle cx="15" cy="15" r="11" />
      <path d="M6.500 9.500c6 0 13 5 15.500 13.500M10 5c7 1 13 7 14.500 14M4.500 16c5 .5 10 4 12 9.500" />
      <path d="M22.500 23c2.500 3 5 3.500 7.500 3" />
    </svg>
  );
}
