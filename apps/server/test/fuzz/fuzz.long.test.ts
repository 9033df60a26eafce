// The same tests at length: npm run test:long.
import './fuzz.test.ts'
