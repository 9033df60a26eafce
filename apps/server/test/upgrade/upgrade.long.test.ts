// The same tests at length: npm run test:long.
import './upgrade.test.ts'
