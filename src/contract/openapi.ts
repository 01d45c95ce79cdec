/** A route table as an OpenAPI 3.1 document, for `GET /openapi.json`. Pure. Clients rely on the table; this only describes it. */
import * as z from 'zod';
import { type ProblemReason, problem, problemMediaType, problems } from './problem.ts';
import type { Route, RouteResponse } from './routes.ts';

type Json = Readonly<Record<string, unknown>>;

/** The problems that the checks and limits in front of every route may answer. */
const everywhere: readonly ProblemReason[] = [
  'missing-host',
  'repeated-header',
  'malformed-request',
  'foreign-host',
  'foreign-origin',
  'cross-site',
  'foreign-user',
  'sandboxed-program',
  'browser-request',
  'encoded-body',
  'not-json',
  'body-too-large',
  'unknown-route',
  'too-slow',
  'headers-too-large',
  'internal',
  'unavailable',
];
const withBody: readonly ProblemReason[] = [
  'not-utf8',
  'malformed-json',
  'json-too-deep',
  'repeated-key',
  'too-many-keys',
  'invalid-request',
];

export interface ApiFacts {
  readonly title: string;
  readonly version: string;
  /** The server's address, as `http://127.0.0.1:5001`. */
  readonly url: string;
  readonly routes: readonly Route[];
}

/** The document. Schemas are inlined; only the problem is a component. A recursive schema is not supported. */
export function openApiDocument(facts: ApiFacts): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of facts.routes) {
    const path = route.path.replaceAll(/:([A-Za-z]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: facts.title, version: facts.version },
    servers: [{ url: facts.url }],
    paths,
    components: { schemas: { Problem: schemaOf(problem, 'output') } },
  };
}

function operation(route: Route): Json {
  const parameters = [...pathParameters(route), ...queryParameters(route)];
  return {
    operationId: operationId(route),
    summary: route.summary,
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }),
    responses: { ...successes(route), ...refusals(route) },
  };
}

/** `GET /api/fragments/:id` → `getApiFragmentsId`. */
function operationId(route: Route): string {
  const words = route.path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return route.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function pathParameters(route: Route): Json[] {
  const known = route.params?.shape ?? {};
  return [...route.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = '']) => {
    const schema = known[name];
    return { name, in: 'path', required: true, schema: schema ? schemaOf(schema, 'input') : { type: 'string' } };
  });
}

function queryParameters(route: Route): Json[] {
  return Object.entries(route.query?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema, 'input'),
  }));
}

function successes(route: Route): Json {
  return Object.fromEntries(Object.entries(route.responses).map(([status, response]) => [status, success(response)]));
}

function success(response: RouteResponse): Json {
  if ('json' in response)
    return { description: response.description, content: { 'application/json': { schema: schemaOf(response.json, 'output') } } };
  if ('mediaType' in response) return { description: response.description, content: { [response.mediaType]: {} } };
  return { description: response.description };
}

/** One entry per status; its description lists the titles of the problems that have it. */
function refusals(route: Route): Json {
  const hasInput = route.query !== undefined || route.body !== undefined;
  const bodyReasons: readonly ProblemReason[] = route.body ? withBody : ['unexpected-body'];
  const reasons = new Set<ProblemReason>([
    ...everywhere,
    ...bodyReasons,
    ...(hasInput ? (['invalid-request'] as const) : []),
    ...(route.problems ?? []),
  ]);
  const titles = Map.groupBy(reasons, (reason) => problems[reason].status);
  const content = { [problemMediaType]: { schema: { $ref: '#/components/schemas/Problem' } } };
  return Object.fromEntries(
    [...titles].map(([status, same]) => [status, { description: same.map((reason) => problems[reason].title).join('; '), content }]),
  );
}

/** What JSON Schema can't express (a transformation, for example) is left open instead of failing the whole document. */
function schemaOf(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, '~standard': _standard, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return rest;
}
