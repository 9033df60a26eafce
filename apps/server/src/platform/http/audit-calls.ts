import { isAdministering, type Permission } from '@steward/contracts/plain/permission'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'

/** The entry of a call in the audit log. */
export interface AuditedAs {
  /** Dotted, noun first. */
  action: string
  summary: string
}

/** A call that was done, as the audit log takes it. */
export interface DoneCall extends AuditedAs {
  actor: Actor
  subject: { kind: string; id: string | null; name: string } | undefined
  details: Record<string, unknown>
}

/** Writes calls to the audit log; the application says how. */
export interface CallAudit {
  done(call: DoneCall): Promise<void>
  /** `call` is the method and the route. */
  refused(actor: Actor, permission: Permission, call: string): Promise<void>
}

interface AuditableRoute {
  method: unknown
  permission: Permission
  operationId: string
  summary: string
  audited?: 'by-service' | AuditedAs
  reads?: boolean
}

/** How calls of a route are written to the audit log; undefined when they are not. */
export function auditedAs(route: AuditableRoute): AuditedAs | undefined {
  if (route.audited === 'by-service') return undefined
  if (route.audited) return route.audited
  if (route.method === 'GET' || route.reads || !isAdministering(route.permission)) return undefined
  return { action: `${nounOf(route.permission)}.${route.operationId}`, summary: route.summary }
}

function nounOf(dotted: string): string {
  return dotted.split('.')[0] as string
}

function textAt(body: unknown, key: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The names of what was sent; values may be secrets. */
function sentNames(body: unknown): string[] | undefined {
  const hasNames = typeof body === 'object' && body !== null && !Array.isArray(body) && !Buffer.isBuffer(body)
  return hasNames ? Object.keys(body) : undefined
}

function subjectOf(kind: string, id: string | undefined, name: string | undefined): DoneCall['subject'] {
  return id === undefined && name === undefined ? undefined : { kind, id: id ?? null, name: name ?? `${id}` }
}

function doneCall(request: FastifyRequest, { action, summary }: AuditedAs): DoneCall {
  const { body } = request
  const params = (request.params ?? {}) as Record<string, unknown>
  const id = Object.values(params).map(String)[0]
  const name = textAt(body, 'displayName') ?? textAt(body, 'name')
  return {
    action,
    summary: name === undefined ? summary : `${summary}: “${name}”`,
    actor: request.actor as Actor,
    subject: subjectOf(nounOf(action), id, name),
    details: { ...(id === undefined ? {} : { params }), sent: sentNames(body) },
  }
}

/**
 * Writes every call whose route asks for it to the audit log before it is answered. One that cannot be
 * written down is answered as failed.
 */
export function auditCalls(app: FastifyInstance, audit: CallAudit): void {
  app.addHook('onSend', async (request, reply) => {
    const { audited } = request.routeOptions.config
    if (!audited || !request.actor || reply.statusCode >= 400 || request.method === 'HEAD') return
    await audit.done(doneCall(request, audited))
  })
}
