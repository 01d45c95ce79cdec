import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { openApiDocument } from './openapi.ts';
import type { Route } from './routes.ts';

const routes = [
  {
    method: 'GET',
    path: '/api/things',
    summary: 'Things',
    query: z.object({ q: z.string().optional(), limit: z.coerce.number().int().max(10).default(5), kind: z.enum(['a', 'b']) }),
    responses: { 200: { description: 'A page', json: z.object({ items: z.array(z.string()) }) } },
  },
  {
    method: 'GET',
    path: '/api/things/:id/content',
    summary: 'Bytes',
    responses: { 200: { description: 'Bytes', mediaType: '*/*' } },
    problems: ['not-found'],
  },
  {
    method: 'DELETE',
    path: '/api/things/:id',
    summary: 'Removal',
    params: z.object({ id: z.string().max(9) }),
    responses: { 200: { description: 'Removed' } },
  },
  {
    method: 'POST',
    path: '/api/things',
    summary: 'A new one',
    body: z.object({ name: z.string().default('x') }),
    responses: { 200: { description: 'Made', json: z.object({ id: z.string() }) } },
    problems: ['disk-full'],
  },
] as const satisfies readonly Route[];

/** What the document contains, as a client reads it. */
const shape = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z
          .array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), schema: z.record(z.string(), z.unknown()) }))
          .optional(),
        requestBody: z.unknown().optional(),
        responses: z.record(z.string(), z.object({ description: z.string(), content: z.record(z.string(), z.unknown()).optional() })),
      }),
    ),
  ),
  components: z.object({ schemas: z.object({ Problem: z.object({ required: z.array(z.string()) }) }) }),
});
const document = shape.parse(openApiDocument({ title: 'Test', version: '1.2.3', url: 'http://127.0.0.1:5001', routes }));

test('each route is an operation under its path, with a unique name', () => {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
  assert.deepEqual(operations.sort(), ['delete /api/things/{id}', 'get /api/things', 'get /api/things/{id}/content', 'post /api/things']);
  const names = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  assert.equal(new Set(names).size, names.length);
});

test('parameters have their schemas, and are required if they have no default', () => {
  const parameters = document.paths['/api/things']?.get?.parameters ?? [];
  assert.deepEqual(
    parameters.map(({ name, in: place, required }) => [name, place, required]),
    [
      ['q', 'query', false],
      ['limit', 'query', false],
      ['kind', 'query', true],
    ],
  );
  assert.deepEqual(parameters[2]?.schema, { type: 'string', enum: ['a', 'b'] });
  assert.deepEqual(document.paths['/api/things/{id}/content']?.get?.parameters, [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  ]);
  assert.equal(document.paths['/api/things/{id}']?.delete?.parameters?.[0]?.schema.maxLength, 9);
});

test('problems are listed by their status, including the route’s own', () => {
  const responses = document.paths['/api/things']?.post?.responses ?? {};
  assert.deepEqual(Object.keys(responses), ['200', '400', '403', '404', '408', '413', '415', '431', '500', '503', '507']);
  assert.ok(responses['507']?.content?.['application/problem+json']);
  assert.deepEqual(document.components.schemas.Problem.required, ['type', 'title', 'status', 'detail']);
});

test('the document is plain JSON without extensions of a schema library', () => {
  const text = JSON.stringify(openApiDocument({ title: 'Test', version: '1', url: 'http://127.0.0.1:1', routes }));
  assert.doesNotMatch(text, /\$schema|~standard|\$defs/);
});
