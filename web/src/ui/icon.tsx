/** SVG paths in a 24 × 24 box. */
const PATHS = {
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.500 0 0 1 0-13ZM15.500 15.500 20 20",
  light:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
  dark: "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  keyboard: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M8 15h8",
  close: "M6 6l12 12M18 6 6 18",
  check: "M5 12.500l4.500 4.500L19 7.500",
  copy: "M9 9h10v11H9zM5 15V4h10",
  warning: "M12 4 2.800 19.500h18.400ZM12 10v4.500M12 17.300h.01",
  branch: "M7 4v16M7 13c6 0 10-2 10-7M17 6h.01",
  thought: "M5 5h14v10h-8l-4 4v-4H5z",
  half: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16Z",
  filter: "M4 6h16M7 12h10M10 18h4",
  next: "M9 5l7 7-7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  run: "M8 5l11 7-11 7z",
  stop: "M7 7h10v10H7z",
  add: "M12 5v14M5 12h14",
  remove: "M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13",
  edit: "M5 19l1-4L16 5l3 3L9 18z",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  notebook: "M6 4h12v16H6zM10 4v16",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  retry: "M19 5v5h-5M18.500 10A7 7 0 1 0 19 14",
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon, hidden from screen readers, in the colour of the text. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
