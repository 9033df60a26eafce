import type { EventType } from '@steward/contracts/event/event-type'
import type { Event } from './events.ts'
import { splitCause } from '../telemetry/cause.ts'
import type { Cause } from '../telemetry/tracing.ts'
import type { EventRow } from './event.store.ts'

/** An event as it is delivered: its payload has been parsed, or says why it could not be. */
export interface Arriving {
  row: EventRow
  event: Event
  cause: Cause | undefined
  /** Why the payload can't be read; such an event is never delivered. */
  fault: string | undefined
}

type Read = { payload: unknown; fault?: undefined } | { payload?: undefined; fault: string }

/** Turns a payload of an earlier version into one of the current version, step by step. */
function readPayload(type: EventType, version: number, stored: unknown): Read {
  const { name, upgrades = {} } = type
  let payload = stored
  for (let at = version; at !== type.version; at += 1) {
    const upgrade = at < type.version ? upgrades[at] : undefined
    if (!upgrade) {
      return {
        fault: `Can't read version ${version} of ${name}: this release reads version ${type.version}.`,
      }
    }
    try {
      payload = upgrade(payload)
    } catch {
      return { fault: `A payload of ${name}, version ${version}, could not be upgraded.` }
    }
  }
  const { success, data, error } = type.payload.safeParse(payload)
  if (success) return { payload: data }
  const paths = error.issues.map(({ path }) => path.join('.'))
  return { fault: `The payload of ${name} does not fit its schema: ${paths.join(', ')}` }
}

export type ReadArriving = (tenantId: number, row: EventRow) => Arriving

/** Reads stored events by the catalogue. One of a type that is no longer published keeps its payload as it is. */
export function createReadArriving(types: readonly EventType[]): ReadArriving {
  const typeOf = new Map(types.map((type) => [type.name, type]))
  return (tenantId, row) => {
    const { payload: stored, cause } = splitCause(row.payload)
    const type = typeOf.get(row.type)
    const { payload, fault } = type ? readPayload(type, row.version, stored) : { payload: stored }
    return { row, event: { tenantId, eventId: row.eventId, at: row.at, payload }, cause, fault }
  }
}
