import { Component, createElement, type FunctionComponent } from "preact";

/** A component that renders again only if one of its properties changed. */
export function memo<P extends object>(render: FunctionComponent<P>): FunctionComponent<P> {
  class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const before = this.props as Readonly<Record<string, unknown>>;
      const after = next as Readonly<Record<string, unknown>>;
      return Object.keys(after).some((name) => before[name] !== after[name]);
    }
    override render() {
      return createElement(render, this.props as P);
    }
  }
  return Memo as unknown as FunctionComponent<P>;
}
