/**
 * What a route of an HTTP server is: data, from which the server routes and validates, and from which OpenAPI is written.
 * A table is an array of such objects, each declared `as const satisfies Route`, so that its handler's types come out of it.
 */
import * as z from 'zod';
import type { ProblemReason } from './problem.ts';

/** One way a route may answer: a JSON value, bytes of some media type (`*` + `/*` where it varies), or nothing. */
export type RouteResponse =
  | { readonly description: string; readonly json: z.ZodType }
  | { readonly description: string; readonly mediaType: string }
  | { readonly description: string };

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Spelled as clients must spell it. A segment `:name` stands for 1 to 100 of the characters `A–Z a–z 0–9 _ ~ - .`, not beginning with a dot. */
  readonly path: `/${string}`;
  readonly summary: string;
  /** A route without it answers only where the target has no `?`. Values are strings: let the schema coerce them. */
  readonly query?: z.ZodObject;
  /** Without it every parameter is any string. One that does not fit is answered 404, since nothing can have that name. */
  readonly params?: z.ZodObject;
  /** A route that has it takes JSON, and one that has not takes no body. */
  readonly body?: z.ZodType;
  /** What it answers when it does what was asked, by status. */
  readonly responses: Readonly<Record<number, RouteResponse>>;
  /** What may go wrong in this route itself; what any route may answer is not repeated. */
  readonly problems?: readonly ProblemReason[];
  /** It holds nothing private, and may be shown in a browser's tab. Any other is refused to browsers, since extensions read tabs. */
  readonly openToBrowsers?: true;
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
export type BodyOf<R extends Route> = R extends { readonly body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

/** A string that UTF-8 can hold: one with a lone surrogate (JSON's `"\ud800"`) would silently become another on disk. */
export const wellFormedString = z.string().refine((text) => text.isWellFormed(), 'has a lone surrogate');
