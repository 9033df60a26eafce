export { PulseBadge } from './pulse-badge.tsx'
