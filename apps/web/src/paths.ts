import type { LevelPlural } from '@steward/contracts/level'

/** Every address of the app. */
export const paths = {
  login: '/login',
  start: '/app/organizations/list',
  list: (level: LevelPlural) => `/app/${level}/list`,
  /** The list with its create form open. */
  create: (level: LevelPlural) => `/app/${level}/list?create=true`,
  record: (level: LevelPlural, id: number | string) => `/app/${level}/${id}`,
  imports: '/app/imports',
  newImport: '/app/imports/new',
  import: (jobId: number) => `/app/imports/${jobId}`,
} as const
