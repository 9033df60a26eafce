import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifySchema } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { release } from '../release.ts'
import { addExamples, type ApiDocument } from './example.ts'

const open = { config: { permission: 'public' as const }, schema: { hide: true } }

type Described = Parameters<typeof jsonSchemaTransform>[0]

/** A body of bytes has no schema that would check it, and is described all the same. */
function withBytes({ schema, url }: { schema: FastifySchema; url: string }): {
  schema: FastifySchema
  url: string
} {
  const isBytes = schema?.consumes !== undefined && schema.body === undefined
  return isBytes
    ? { schema: { ...schema, body: { type: 'string', format: 'binary' } }, url }
    : { schema, url }
}

function transform(described: Described): { schema: FastifySchema; url: string } {
  return withBytes(jsonSchemaTransform(described) as { schema: FastifySchema; url: string })
}

/** Schemas are registered in the order of imports, which changes whenever a file does. */
function sortSchemas(document: ApiDocument): ApiDocument {
  const { schemas = {} } = document.components ?? {}
  const sorted = Object.entries(schemas).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { ...document, components: { ...document.components, schemas: Object.fromEntries(sorted) } }
}

/** The whole OpenAPI document, with an example for every call. */
export function apiDocument(app: FastifyInstance): ApiDocument {
  return sortSchemas(addExamples(app.swagger() as ApiDocument))
}

/** Serves the OpenAPI 3.1 document at /api/openapi.json and readable pages at /api/docs. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Steward',
        version: release,
        description:
          'The open customer-success platform. Every call sends `Authorization: Bearer <token>` from POST /api/identity/sign-in.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      security: [{ session: [] }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get('/api/openapi.json', open, async () => apiDocument(app))
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { docExpansion: 'none', deepLinking: true },
  })
}
