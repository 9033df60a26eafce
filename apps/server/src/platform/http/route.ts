import type { Permission } from '@steward/contracts/plain/permission'
import { errorSchema } from '@steward/contracts/api'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../actor.ts'
import { AppError } from '../errors.ts'
import type { JsonText } from '../json-text.ts'
import { auditedAs, type AuditedAs } from './audit-calls.ts'
import { refuseUnknownParameters } from './known-parameters.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that the caller needs; `public` needs no session. */
    permission?: Permission | 'public'
    /** How the call is written to the audit log once it is done; absent: not at all. */
    audited?: AuditedAs
  }
  interface FastifyRequest {
    actor: Actor | null
  }
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined

/** The body of an answer: the object, or its JSON. */
type Answer<R> = In<R> | JsonText<In<R>>

export interface Call<P, Q, B> {
  actor: Actor
  params: Out<P>
  query: Out<Q>
  body: Out<B>
  request: FastifyRequest
  reply: FastifyReply
}

interface RouteBase<P, Q, B, R> {
  method: HTTPMethods
  url: string
  operationId: string
  summary: string
  description?: string
  tag: string
  params?: P
  query?: Q
  body?: B
  response: R
  /** Statuses beside those that every route may answer. */
  errors?: readonly (401 | 404 | 409 | 413 | 415 | 429)[]
  /** Media type of a body that is not JSON. */
  consumes?: string
  /** Whether a call that is no GET changes nothing: it ends when its caller hangs up, and isn't audited. */
  reads?: boolean
  /** Set where a call lasts as long as its caller likes, as one that follows changes does. */
  isOpen?: boolean
  bodyLimit?: number
  rateLimit?: { max: number; timeWindow: number }
}

export interface Route<P, Q, B, R> extends RouteBase<P, Q, B, R> {
  permission: Permission
  /**
   * Calls that administer, but for GET, are written to the audit log by themselves. `by-service`: the
   * service writes what says more, in its transaction. An action and a summary: this call is written
   * although it does not administer, or under another name.
   */
  audited?: 'by-service' | AuditedAs
  handle(call: Call<P, Q, B>): Answer<R> | Promise<Answer<R>>
}

export interface PublicRoute<P, Q, B, R> extends RouteBase<P, Q, B, R> {
  handle(call: Omit<Call<P, Q, B>, 'actor'>): Promise<In<R>> | In<R>
}

type Schema = z.ZodType | undefined

function responses(
  options: RouteBase<unknown, unknown, unknown, unknown>,
  isPublic: boolean,
): Record<number, z.ZodType> {
  const statuses = [
    400,
    ...(isPublic ? [] : [401, 403]),
    ...(options.params ? [404] : []),
    ...(options.errors ?? []),
    // Whatever is sent along is read, and refused where it is too large or of another kind.
    ...(options.method === 'GET' ? [] : ([413, 415] as const)),
    500,
    503,
  ]
  return Object.fromEntries(statuses.map((status) => [status, errorSchema]))
}

function schemaOf(
  options: RouteBase<Schema, Schema, Schema, Schema>,
  isPublic: boolean,
): Record<string, unknown> {
  return {
    operationId: options.operationId,
    summary: options.summary,
    ...(options.description ? { description: options.description } : {}),
    tags: [options.tag],
    ...(isPublic ? { security: [] } : {}),
    ...(options.params ? { params: options.params } : {}),
    ...(options.query ? { querystring: options.query } : {}),
    ...(options.body ? { body: options.body } : {}),
    ...(options.consumes ? { consumes: [options.consumes] } : {}),
    response: { 200: options.response, ...responses(options, isPublic) },
  }
}

function gateOf({ isOpen, consumes, reads }: RouteBase<unknown, unknown, unknown, unknown>) {
  return {
    ...(isOpen ? { gate: 'open' as const } : consumes ? { gate: 'bytes' as const } : {}),
    ...(reads ? { reads } : {}),
  }
}

/** A call that takes bytes has no schema that would miss them. */
function withoutBytes(mediaType: string): AppError {
  return new AppError('unsupported', 'request.media_type', `Send the bytes as ${mediaType}.`)
}

/** A call that needs a session and a permission. */
export function route<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  options: Route<P, Q, B, R>,
): void {
  const audited = auditedAs(options)
  app.route({
    method: options.method,
    url: options.url,
    schema: schemaOf(options, false),
    preValidation: refuseUnknownParameters(options.query),
    config: {
      permission: options.permission,
      ...gateOf(options),
      ...(audited ? { audited } : {}),
      ...(options.rateLimit ? { rateLimit: options.rateLimit } : {}),
    },
    ...(options.bodyLimit ? { bodyLimit: options.bodyLimit } : {}),
    handler: (request, reply) => {
      if (options.consumes && request.body === undefined) throw withoutBytes(options.consumes)
      return options.handle({
        actor: request.actor as Actor,
        params: request.params as Out<P>,
        query: request.query as Out<Q>,
        body: request.body as Out<B>,
        request,
        reply,
      })
    },
  })
}

/** Bytes: no one's word is needed for them to be read. */
const publicBodyLimit = 64 * 1024

/** A call that anyone may make; its body is small unless told. */
export function publicRoute<P extends Schema, Q extends Schema, B extends Schema, R extends Schema>(
  app: FastifyInstance,
  options: PublicRoute<P, Q, B, R>,
): void {
  app.route({
    method: options.method,
    url: options.url,
    schema: schemaOf(options, true),
    preValidation: refuseUnknownParameters(options.query),
    config: {
      permission: 'public',
      ...gateOf(options),
      ...(options.rateLimit ? { rateLimit: options.rateLimit } : {}),
    },
    bodyLimit: options.bodyLimit ?? publicBodyLimit,
    handler: (request, reply) =>
      options.handle({
        params: request.params as Out<P>,
        query: request.query as Out<Q>,
        body: request.body as Out<B>,
        request,
        reply,
      }),
  })
}
