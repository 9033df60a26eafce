// The same tests at length: npm run test:long.
import './bulk.update-door.test.ts'
