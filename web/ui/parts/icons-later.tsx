/** The icons that nobody sees before the first message. */

import type { ComponentChildren } from "preact";
import { Drawn, Icon as First, type IconName as FirstName } from "./icons.tsx";

const shapes = {
  thoughts: (
    <path d="M6.2 13.5A4.2 4.2 0 0 1 5 5.6a5 5 0 0 1 9.5 1 3.6 3.6 0 0 1-.5 7.1ZM6 17h.01M8.5 15.8h.01" />
  ),
  chevron: <path d="m6 8 4 4 4-4" />,
  check: <path d="m4.5 10.5 3.5 3.5 7.5-8" />,
  box: <rect x="4" y="4" width="12" height="12" rx="2.5" />,
  ticked: (
    <>
      <rect x="4" y="4" width="12" height="12" rx="2.5" />
      <path d="m7 10.2 2.2 2.3 4-4.7" />
    </>
  ),
  declined: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="m5.5 14.5 9-9" />
    </>
  ),
  clock: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6v4l2.5 2" />
    </>
  ),
  running: <path d="M10 3a7 7 0 1 1-7 7" />,
  stopped: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M7.8 7.8h4.4v4.4H7.8Z" />
    </>
  ),
  trash: (
    <path d="M3.5 5.5h13M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 9v4.5M11.5 9v4.5" />
  ),
  pencil: (
    <path d="M4 16l.8-3.4L13.6 3.8a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2l-8.8 8.8Z" />
  ),
  again: <path d="M15.8 8A6.2 6.2 0 1 0 16 12M16 4v4.2h-4.2" />,
  hand: (
    <path d="M7 10.5V5a1.2 1.2 0 0 1 2.4 0v4.5M9.4 9V3.8a1.2 1.2 0 0 1 2.4 0V9.5M11.8 9.5V5a1.2 1.2 0 0 1 2.4 0v7c0 3-1.7 5.5-4.7 5.5-2.3 0-3.5-1.2-4.5-3.2L3.3 11a1.2 1.2 0 0 1 2.1-1.2L7 12" />
  ),
  copy: (
    <>
      <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
      <path d="M13 4.5A1.5 1.5 0 0 0 11.5 3H5a2 2 0 0 0-2 2v6.5A1.5 1.5 0 0 0 4.5 13" />
    </>
  ),
  save: <path d="M10 3.5v9M6.2 9l3.8 3.7L13.8 9M4 16.5h12" />,
  down: <path d="M10 4v12M5 11l5 5 5-5" />,
  alert: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 6.5V11M10 13.5h.01" />
    </>
  ),
} satisfies Record<string, ComponentChildren>;

/** The name of any icon. */
export type IconName = FirstName | keyof typeof shapes;

/** As Icon of icons.tsx, for all of them. */
export function Icon({ name }: { name: IconName }) {
  return isLater(name) ? (
    <Drawn name={name} shape={shapes[name]} />
  ) : (
    <First name={name} />
  );
}

function isLater(name: IconName): name is keyof typeof shapes {
  return Object.hasOwn(shapes, name);
}
