// The same tests at length: npm run test:long.
import './kill.test.ts'
