/**
 * A route of an HTTP server, as data: the server routes and validates by it, and OpenAPI is generated from it. A table is an array of such objects,
 * each declared `as const satisfies Route`, so that the handler's types are inferred from it.
 */
import * as z from 'zod';
import type { ProblemReason } from './problem.ts';

/** One possible answer of a route: a JSON value, bytes of some media type (`*` + `/*` if it varies), or nothing. */
export type RouteResponse =
  | { readonly description: string; readonly json: z.ZodType }
  | { readonly description: string; readonly mediaType: string }
  | { readonly description: string };

export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Exactly as clients must write it. A segment `:name` stands for 1 to 100 of the characters `A–Z a–z 0–9 _ ~ - .`, not beginning with a dot. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** A route without it answers only if the target has no `?`. Values are strings; the schema converts them. */
  readonly query?: z.ZodObject;
  /** Without it, any string is accepted as a parameter. One that does not match is answered 404, because nothing can have that name. */
  readonly params?: z.ZodObject;
  /** A route with it takes JSON; a route without it takes no body. */
  readonly body?: z.ZodType;
  /** What it answers on success, by status. */
  readonly responses: Readonly<Record<number, RouteResponse>>;
  /** The problems of this route itself; those of every route are not repeated. */
  readonly problems?: readonly ProblemReason[];
  /** It contains nothing private, and may be shown in a browser's tab. All other routes are refused to browsers, because extensions read tabs. */
  readonly openToBrowsers?: true;
  /**
   * For extensions of browsers, which say in `Origin` which one they are: for any of them, or for those that are paired. It is for nobody else, and an
   * extension has no other routes.
   */
  readonly forExtensions?: 'any' | 'paired';
  /** It becomes a WebSocket, and answers nothing else. */
  readonly upgrades?: true;
}

/** `/a/:id/b` → `'id'`. */
type ParameterName<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParameterName<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

export type ParamsOf<R extends Route> = R extends { readonly params: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : { readonly [Name in ParameterName<R['path']>]: string };
export type QueryOf<R extends Route> = R extends { readonly query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
/** A query as a client may pass it: each value as a string, or as a number. */
export type QueryTo<R extends Route> = R extends { readonly query: infer Schema extends z.ZodObject }
  ? { readonly [Name in keyof z.input<Schema>]?: string | number | undefined }
  : never;
export type BodyOf<R extends Route> = R extends { readonly body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

/** A string that UTF-8 can represent: one with a lone surrogate (JSON's `"\ud800"`) would silently become a different one on disk. */
export const wellFormedString = z.string().refine((text) => text.isWellFormed(), 'has a lone surrogate');

/** A fragment's number, as it appears in paths and cursors. */
export const fragmentNumber = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);
