// The same tests at length: npm run test:long.
import './hostile-input.test.ts'
