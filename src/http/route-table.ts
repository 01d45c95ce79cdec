/** Which route a request names: an exact comparison of the raw path, so that there is no second spelling that a check might miss. */
import type { Route } from '../contract/routes.ts';

export type PathParameters = Readonly<Record<string, string>>;

export interface RouteMatch<Row> {
  readonly row: Row;
  /** The values of the path's `:name` segments. */
  readonly params: PathParameters;
}

export interface RouteTable<Row> {
  /** The row of exactly this method and raw path (without query), or null. */
  find(method: string, path: string): RouteMatch<Row> | null;
}

/** One segment for a `:name`: no percent-encoding, and no leading dot, so neither `.` nor `..`. */
const segment = /^[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,99}$/;
const noParams: PathParameters = Object.freeze({});

export function routeTable<Row extends { readonly route: Route }>(rows: readonly Row[]): RouteTable<Row> {
  const exact = new Map<string, Map<string, RouteMatch<Row>>>();
  const shaped: Row[] = [];
  for (const row of rows) {
    const { method, path } = row.route;
    if (path.includes(':')) shaped.push(row);
    else exact.set(path, (exact.get(path) ?? new Map<string, RouteMatch<Row>>()).set(method, { row, params: noParams }));
  }
  return {
    find: (method, path) => exact.get(path)?.get(method) ?? findShaped(method, path),
  };

  function findShaped(method: string, path: string): RouteMatch<Row> | null {
    for (const row of shaped) {
      const params = row.route.method === method ? paramsOf(row.route.path, path) : null;
      if (params !== null) return { row, params };
    }
    return null;
  }
}

/** The values of a path's segments; null for a path of another shape. */
function paramsOf(shape: string, path: string): PathParameters | null {
  const wanted = shape.split('/');
  const given = path.split('/', wanted.length + 1);
  if (given.length !== wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const said = given[at] ?? '';
    if (!part.startsWith(':')) {
      if (part !== said) return null;
    } else if (segment.test(said)) params[part.slice(1)] = said;
    else return null;
  }
  return params;
}

/** A request target in its two parts, as sent; `query` is null if there is no `?`. */
export interface RequestTarget {
  readonly path: string;
  readonly query: string | null;
}

export function splitTarget(target: string): RequestTarget {
  const at = target.indexOf('?');
  return at < 0 ? { path: target, query: null } : { path: target.slice(0, at), query: target.slice(at + 1) };
}
