import { z } from 'zod'

/** Grows when an archive cannot be read any more by what wrote and read those before. */
const archiveVersion = 1

export const aboutFile = 'about.json'
export const manifestFile = 'manifest.json'

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) })

/** What is first in an archive: what it is of, and what has to be there to take it. */
export const aboutSchema = z.object({
  format: z.literal('steward-backup'),
  version: z.literal(archiveVersion),
  kind: z.enum(['instance', 'tenant']),
  /** The release that wrote it. */
  release: z.string(),
  /** The moment of its snapshot. */
  at: z.iso.datetime(),
  encrypted: z.boolean(),
  /** Whether files, uploads and exports are in it. */
  bytes: z.boolean(),
  /** Names the secret key that its secrets were encrypted with, and tells nothing about it. */
  secretKeyId: z.string().nullable(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** In an order in which each table comes after those that it refers to. */
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), called: z.boolean() })),
  /** Statements that make what fields brought about beside the migrations. */
  made: z.array(
    z.object({
      name: z.string(),
      definition: z.string().regex(/^CREATE (?:UNIQUE INDEX|INDEX|STATISTICS) /),
    }),
  ),
  tenant: z.object({ tenantId: z.int(), name: z.string() }).nullable(),
})

export type About = z.infer<typeof aboutSchema>

const memberSchema = z.object({
  parts: z.int(),
  bytes: z.int(),
  /** Over the name, the length and the content of each part, in hexadecimal digits. */
  sha256: z.string(),
})

/** What is last: the sums of all members, without which an archive is not whole. */
export const manifestSchema = z.object({
  members: z.record(z.string(), memberSchema),
  rows: z.record(z.string(), z.int()),
  /** Files that rows name and that were not there. */
  missing: z.int(),
})

export type Manifest = z.infer<typeof manifestSchema>
export type MemberSum = z.infer<typeof memberSchema>
