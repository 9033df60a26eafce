export { FactorBar } from './factor-bar.tsx'
export { HealthBadge, HealthMark, type HealthWord } from './health-badge.tsx'
export { HealthFigure, HealthTrend } from './health-figure.tsx'
export {
  type Bounds,
  partText,
  periodWords,
  scoreText,
  shareText,
  signedPartText,
  statusWithin,
} from './score-words.ts'
export { refreshScores, scoreHistoryQuery, scoreMovementQuery, scoreQuery } from './score.calls.ts'
export { linesOf, mostPoints, type TrendStep, trendSteps, versionMarks } from './trend-steps.rules.ts'
