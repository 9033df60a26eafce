export { levelByPlural, levelTitle, useLevel } from './level.ts'
