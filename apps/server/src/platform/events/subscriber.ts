import type { EventDefinition, PayloadOf } from '@steward/contracts/event/define'
import type { z } from 'zod'

/** An event as it was published, with a payload that has not been checked yet. */
export interface StoredEvent {
  eventId: number
  position: number
  type: string
  version: number
  payload: unknown
  at: Date
}

/** An event as a handler receives it. */
export interface Received<Definition extends EventDefinition> {
  tenantId: number
  eventId: number
  at: Date
  payload: PayloadOf<Definition>
}

/** One event of a subscriber, and what handles it. */
export interface Subscription {
  event: string
  /** Whether consecutive events of a tenant are handled together. */
  isBatch: boolean
  handle(tenantId: number, events: readonly StoredEvent[]): Promise<void>
}

/**
 * Receives events, each tenant's in their order and at least once. `name` is the module's name, or
 * `module.noun`: positions are stored under it, so a renamed subscriber starts at the latest event.
 */
export interface Subscriber {
  name: string
  subscriptions: readonly Subscription[]
}

/** A stored payload that does not match the schema of its event. Says where, without values. */
export class InvalidPayload extends Error {
  constructor(type: string, reason: string) {
    super(`The payload of ${type} is not valid: ${reason}`)
    this.name = 'InvalidPayload'
  }
}

const describeIssues = ({ issues }: z.ZodError): string =>
  issues.map(({ path, code }) => `${path.join('.') || 'payload'} ${code}`).join(', ')

function read<Definition extends EventDefinition>(
  definition: Definition,
  tenantId: number,
  { type, version, payload, eventId, at }: StoredEvent,
): Received<Definition> {
  if (version !== definition.version)
    throw new InvalidPayload(type, `version ${version} instead of ${definition.version}`)
  const parsed = (definition.payload as Definition['payload']).safeParse(payload)
  if (!parsed.success) throw new InvalidPayload(type, describeIssues(parsed.error))
  return { tenantId, eventId, at, payload: parsed.data as PayloadOf<Definition> }
}

/** Handles one event after the other. */
export function subscribe<Definition extends EventDefinition>(
  event: Definition,
  handler: (event: Received<Definition>) => Promise<void>,
): Subscription {
  return {
    event: event.name,
    isBatch: false,
    async handle(tenantId, events) {
      for (const one of events) await handler(read(event, tenantId, one))
    },
  }
}

/**
 * Handles consecutive events of a tenant together, for handlers that would otherwise run the same statements for
 * each. A batch that fails is delivered again, event by event.
 */
export function subscribeBatch<Definition extends EventDefinition>(
  event: Definition,
  handler: (tenantId: number, events: readonly Received<Definition>[]) => Promise<void>,
): Subscription {
  return {
    event: event.name,
    isBatch: true,
    handle: (tenantId, events) =>
      handler(
        tenantId,
        events.map((one) => read(event, tenantId, one)),
      ),
  }
}
