export { UserChip } from './user-chip.tsx'
export { fullName, imageAddress, usersByStateQuery, usersKey, usersQuery } from './user.calls.ts'
