import type { Permission } from '@steward/contracts/plain/permission'
import { may, type Actor } from './actor.ts'

/** Something that uses a field or a stage: a segment, a mapping. `count` says how often. */
export interface Use {
  kind: string
  name: string
  count: number
  /** Without it, people see the kind instead of the name; absent where everyone may see the name. */
  permission?: Permission
}

/** A use as someone may see it. */
export function seenBy(actor: Actor, { permission, ...use }: Use): Omit<Use, 'permission'> {
  return permission === undefined || may(actor, permission) ? use : { ...use, name: `A ${use.kind}` }
}
