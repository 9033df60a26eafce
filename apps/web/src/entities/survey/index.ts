export { brandColors } from './view/brand-colors.ts'
export { element } from './view/element.ts'
export { surveyStyles } from './view/survey-styles.ts'
export {
  createSurveyView,
  type SendAnswers,
  type SendFailure,
  type ShownSurvey,
  type SurveyView,
} from './view/survey-view.ts'
export { chosenLanguage, wordsIn } from './view/words.ts'
