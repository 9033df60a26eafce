// The same tests at length: npm run test:long.
import './bulk.mass-door.test.ts'
