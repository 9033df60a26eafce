// The same tests at length: npm run test:long.
import './many-processes.test.ts'
