/** The icon set: 20 px grid, 1.5 px strokes, in the colour of the text. Those that come later are in icons-later.tsx. */

import type { ComponentChildren } from "preact";

const shapes = {
  pin: (
    <>
      <path d="M10 17.5s5.5-4.7 5.5-9a5.5 5.5 0 0 0-11 0c0 4.3 5.5 9 5.5 9Z" />
      <circle cx="10" cy="8.5" r="2" />
    </>
  ),
  memory: <path d="M5.5 3h9v14L10 13.5 5.5 17Z" />,
  clipboard: (
    <>
      <rect x="4.5" y="4" width="11" height="13.5" rx="2" />
      <path d="M7.5 4a2.5 1.5 0 0 1 5 0v1.5h-5ZM7.5 9.5h5M7.5 13h3" />
    </>
  ),
  device: (
    <>
      <rect x="3" y="4" width="14" height="9.5" rx="1.5" />
      <path d="M7.5 16.5h5" />
    </>
  ),
  speech: (
    <path d="M3.5 8v4h3l4 3.5v-11l-4 3.5ZM13 7.5a3.5 3.5 0 0 1 0 5M15 5a7 7 0 0 1 0 10" />
  ),
  tool: (
    <>
      <circle cx="10" cy="10" r="2.5" />
      <path d="M10 2.5v3M10 14.5v3M2.5 10h3M14.5 10h3M4.7 4.7l2.1 2.1M13.2 13.2l2.1 2.1M15.3 4.7l-2.1 2.1M6.8 13.2l-2.1 2.1" />
    </>
  ),
  send: <path d="M10 16.5V4M4.8 9.2 10 4l5.2 5.2" />,
  stop: <rect x="5.5" y="5.5" width="9" height="9" rx="1.5" />,
  compose: (
    <path d="M16.5 10v4.5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2H10M8.5 11.5l.5-2.5 7-7 2 2-7 7Z" />
  ),
  offline: (
    <path d="M3 8.5a10.5 10.5 0 0 1 4-2.4M17 8.5a10.5 10.5 0 0 0-5.5-2.8M6 11.8a6 6 0 0 1 3-1.6M10 15.5h.01M3.5 3.5l13 13" />
  ),
  settings: <path d="M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4" />,
  more: <path d="M5 10h.01M10 10h.01M15 10h.01" stroke-width="2.5" />,
  braces: (
    <path d="M8 3.5C5.5 3.5 7 8 4.5 10 7 12 5.5 16.5 8 16.5M12 3.5c2.5 0 1 4.5 3.5 6.5-2.5 2-1 6.5-3.5 6.5" />
  ),
  close: <path d="m5 5 10 10M15 5 5 15" />,
} satisfies Record<string, ComponentChildren>;

/** The name of an icon that is there from the beginning. */
export type IconName = keyof typeof shapes;

/** An icon beside words; it says nothing by itself to a screen reader. */
export function Icon(props: { name: IconName }) {
  return <Drawn name={props.name} shape={shapes[props.name]} />;
}

/** A shape as an icon of that name. */
export function Drawn(props: { name: string; shape: ComponentChildren }) {
  return (
    <svg
      class={`icon icon-${props.name}`}
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {props.shape}
    </svg>
  );
}

/** The icon of a tool, by the first word of its name. */
export function toolIcon(name: string): IconName {
  switch (name.split("_", 1)[0]) {
    case "geolocation":
      return "pin";
    case "memory":
      return "memory";
    case "clipboard":
      return "clipboard";
    case "device":
      return "device";
    case "speak":
      return "speech";
    default:
      return "tool";
  }
}
