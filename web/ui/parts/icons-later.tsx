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
