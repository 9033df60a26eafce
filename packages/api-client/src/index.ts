export type { components, operations, paths } from './schema.d.ts'
