import type { z } from 'zod'

/** A kind of event: what modules publish, and what others subscribe to. */
export interface EventType<Payload = unknown> {
  /** The noun first, then what happened to it, such as `record.changed`. */
  readonly name: string
  /** Grows when the payload changes in a way that older subscribers can't read. */
  readonly version: number
  readonly payload: z.ZodType<Payload>
  readonly example: Payload
  /** By each earlier version: turns its payload into one of the next version. Stored events outlive an upgrade. */
  readonly upgrades?: Readonly<Record<number, (payload: unknown) => unknown>>
}

/** The earlier versions of a type whose payloads can't be read. */
export function missingUpgrades({ version, upgrades = {} }: EventType): number[] {
  return Array.from({ length: version - 1 }, (_, at) => at + 1).filter((earlier) => !upgrades[earlier])
}

/** The payload that an event of a type carries. */
export type PayloadOf<Type> = Type extends EventType<infer Payload> ? Payload : never

/** Declares a type of event; its payload's type follows from the schema. */
export function defineEvent<Schema extends z.ZodType>(
  type: Omit<EventType, 'payload' | 'example'> & { payload: Schema; example: NoInfer<z.output<Schema>> },
): EventType<z.output<Schema>> {
  return type as EventType<z.output<Schema>>
}
