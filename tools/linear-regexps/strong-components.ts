/** The strongly connected components of a graph: nodes that are on a common cycle (Tarjan 1972). Without recursion. */

/** The number of each node's component; two nodes have the same number if each can be reached from the other. Only nodes reachable from `starts` have one. */
export function strongComponents(starts: Iterable<number>, next: (node: number) => Iterable<number>): ReadonlyMap<number, number> {
  const order = new Map<number, number>();
  const lowest = new Map<number, number>();
  const parts = new Map<number, number>();
  const open: number[] = [];
  let count = 0;
  for (const start of starts) {
    if (order.has(start)) continue;
    const way: { readonly node: number; readonly left: Iterator<number> }[] = [];
    const enter = (node: number): void => {
      order.set(node, order.size);
      lowest.set(node, order.get(node) as number);
      open.push(node);
      way.push({ node, left: next(node)[Symbol.iterator]() });
    };
    enter(start);
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const { node, left } = top;
      const step = left.next();
      if (step.done !== true) {
        if (!order.has(step.value)) enter(step.value);
        else if (!parts.has(step.value)) lowest.set(node, Math.min(lowest.get(node) as number, order.get(step.value) as number));
        continue;
      }
      way.pop();
      const before = way.at(-1)?.node;
      if (before !== undefined) lowest.set(before, Math.min(lowest.get(before) as number, lowest.get(node) as number));
      if (lowest.get(node) !== order.get(node)) continue;
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        parts.set(member, count);
        if (member === node) break;
      }
      count += 1;
    }
  }
  return parts;
}
