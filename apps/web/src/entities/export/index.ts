export { exportsKey, startExport } from './export.calls.ts'
export { followExport } from './follow-export.ts'
export { RecentExports } from './recent-exports.tsx'
