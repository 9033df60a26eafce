export { ActivityIcon } from './activity-icon.tsx'
