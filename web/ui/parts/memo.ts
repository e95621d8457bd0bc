/** Components that are not rendered again without need. */

import {
  Component,
  type ComponentClass,
  createElement,
  type FunctionComponent,
  type VNode,
} from "preact";

/**
 * The same component, rendered again only when one of its props is another. A
 * long conversation needs it: each piece of an answer renders Chat.
 *
 * Not by useMemo: an element that is kept keeps the whole tree of its time.
 */
export function memo<P extends object>(
  component: FunctionComponent<P>,
): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const names = Object.keys({ ...this.props, ...next }) as (keyof P)[];
      return names.some((name) => next[name] !== (this.props as P)[name]);
    }
    override render(props: P): VNode<P> {
      return createElement(component, props);
    }
  };
}
