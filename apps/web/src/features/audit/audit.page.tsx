// What happened comes in one file: by the log of those who administer, and by changes that can be undone.
export { AuditLogPage } from './audit-log.page.tsx'
export { RecentChangesPage } from './recent/recent-changes.page.tsx'
