// The ways in besides a password come in one file: few of those who sign in need one.
export { finishLeaving, leaveFor, providerAddress, redirectFailureText } from './outside-sign-in.ts'
export { VisitOffer } from './visit-offer.tsx'
