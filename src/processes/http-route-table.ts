/** Which route a request names: an exact comparison of the raw path, so that there is no second spelling that a gate might miss. */
import type { Route } from '../contract/routes.ts';

export type PathParameters = Readonly<Record<string, string>>;

export interface Match<Row> {
  readonly row: Row;
  /** The values of the path's `:name` segments. */
  readonly params: PathParameters;
}

export interface RouteTable<Row> {
  /** The row of exactly this method and raw path (no query), or null. */
  find(method: string, path: string): Match<Row> | null;
}

/** One segment for a `:name`: no percent-encoding, and no dot first, so neither `.` nor `..`. */
const segment = '[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,99}';
const noParams: PathParameters = Object.freeze({});

export function routeTable<Row extends { readonly route: Route }>(rows: readonly Row[]): RouteTable<Row> {
  const exact = new Map<string, Map<string, Match<Row>>>();
  const shaped: { readonly row: Row; readonly shape: RegExp }[] = [];
  for (const row of rows) {
    const { method, path } = row.route;
    if (path.includes(':')) shaped.push({ row, shape: shapeOf(path) });
    else exact.set(path, (exact.get(path) ?? new Map<string, Match<Row>>()).set(method, { row, params: noParams }));
  }
  return {
    find: (method, path) => exact.get(path)?.get(method) ?? findShaped(method, path),
  };

  function findShaped(method: string, path: string): Match<Row> | null {
    for (const { row, shape } of shaped) {
      const found = row.route.method === method ? shape.exec(path) : null;
      if (found) return { row, params: { ...found.groups } };
    }
    return null;
  }
}

function shapeOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:([A-Za-z]+)/g, `(?<$1>${segment})`)}$`);
}

/** A request target in its two parts as they were sent; `query` is null where there is no `?`. */
export interface Target {
  readonly path: string;
  readonly query: string | null;
}

export function splitTarget(target: string): Target {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: null } : { path: target.slice(0, at), query: target.slice(at + 1) };
}
