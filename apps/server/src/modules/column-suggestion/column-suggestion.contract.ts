import type { TableProfile } from '../../platform/tabular/index.ts'
import type { Fit } from '../data-type/index.ts'
import type { Catalogue } from '../field/index.ts'
import type { Stages } from '../lifecycle/index.ts'
import type { UserDirectory } from '../user-management/index.ts'

type Profile = TableProfile['columns'][number]

/** The fields, stages and users of the company, to which columns are compared. */
export interface Knowledge {
  catalogue: Catalogue
  stages: Stages
  users: UserDirectory
  /** The headers under which earlier files of this company had a field, by the field's API name. */
  externalNames: ReadonlyMap<string, readonly string[]>
  /** The fields that the headers went to in the last import of a file with these columns. */
  earlier: ReadonlyMap<string, string>
}

/** A column as it is looked at. */
export interface Column {
  at: number
  name: string
  /** The header in small letters, letters and digits only. */
  bare: string
  concepts: readonly string[]
  profile: Profile
  /** Some of its different values. */
  values: readonly string[]
}

/** A field that a column may fill. */
export interface Suggestion {
  target: string
  why: string
  /** From 0 to 1: the share of such suggestions that are right. */
  confidence: number
  match: Exclude<Fit, boolean> | null
  /** The place among the columns that are joined to the same field, from 0. */
  place?: number
}

/** Suggestions from here on are applied; the ones below are only offered. */
export const sure = 0.7
/** Suggestions below are not worth a look. */
export const worthOffering = 0.4
