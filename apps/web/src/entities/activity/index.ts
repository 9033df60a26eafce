export { ActivityIcon } from './activity-icon.tsx'
export { activityTypesKey, activityTypesQuery } from './activity-type.calls.ts'
