import type { z } from 'zod'

/** An event of the catalogue: what it is called, and what its payload looks like. */
export interface EventDefinition<Name extends string = string, Schema extends z.ZodType = z.ZodType> {
  name: Name
  /** Raised when a payload changes so that a subscriber of the old one could not read the new one. */
  version: number
  payload: Schema
  example: z.output<Schema>
}

/** What an event says. */
export type PayloadOf<Definition extends EventDefinition> = z.output<Definition['payload']>

/** Defines an event. Payloads name things by their ids: values of records are read from the ledger. */
export function defineEvent<const Name extends string, Schema extends z.ZodType>(
  definition: EventDefinition<Name, Schema>,
): EventDefinition<Name, Schema> {
  return definition
}
