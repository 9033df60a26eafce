// Words and phrases that read like a translation, and what to write instead. A space stands for any white
// space, and for the stars and slashes at the start of a comment's next line.

const startOfSentence = String.raw`(?<=^[\s*]*|[.!] )`
/** Only before a full stop: a question may begin with "What". */
const statement = String.raw`(?![^.!]*\?)`

/** From the pattern to the advice. */
const phrases = {
  // How a sentence is built
  [`${startOfSentence}(?:What|Whoever|Who|Whom|That which)\\b${statement}`]: 'begin with the subject: name the thing or the person',
  'what (?:it|they|he|one|somebody|someone|people|others|you|steward) (?:says?|said|tells?|told|knows?|holds?|asks?)\\b': 'name the thing',
  'what (?:became|becomes) of': '"the result of", "the status of"',
  '(?:somebody|someone|whoever|who) is told': '"is notified"',
  'whoever': '"anyone who", or name the person',

  // Verbs that mean something else
  '(?:is|are|was|were|be|been|being|get|gets) told': '"is notified", "is shown", "is reported"',
  '(?:tells?|told) (?:apart|whether|which|how|what|when|why|that|of|about|them|its|the)\\b': '"shows", "reports", "decides", "notifies"',
  'hears? (?:of|about|it|them|events?|an|one|every|all|what|nothing)\\b': '"receives", "handles", "is notified of"',
  'heard (?:of|by|it|them|twice|last|at)\\b': '"received", "handled"',
  'is heard\\b': '"is handled", "is received"',
  'hinder(?:s|ed|ing)?\\b': '"block", "prevent"',
  'g(?:ive|ives|ave|iven|iving) up\\b': '"fail after n attempts", "stop retrying"',
  'gone for good': '"permanently deleted"',
  '(?:in vain|for naught)': '"without success", "fails"',
  'anew\\b': '"again", "recalculate", "reload"',
  'beforehand': '"in advance", "before"',
  'hitherto|henceforth|thereby|wherein|thereof|whereof|thereupon|hereby|therewith': 'a plain connective',
  'lies? with\\b|lay with\\b': '"is stored with", "belongs to"',
  'stands? (?:in|for|by itself|on its own|at|beside|behind|there|here|still|above|below|before|outside|with|under)\\b': '"is in", "means", "appears"',
  "somebody else['’]s": '"another user\'s", "a teammate\'s"',
  'somebody else': '"another user", "a teammate"',
  'nobody|somebody': '"no one" and "someone" only for people in general; else name the user',
  'goes? on (?:with|where|after|when|until|from|while|working)\\b': '"continues", "resumes"',
  'so it is\\b|as it were\\b': 'say it directly',
  'worked out|works? out|working out': '"calculate"',
  'looked into|looks? into|looking into': '"preview", "open", "inspect"',
  'bears? (?:hearing|it|the|its)\\b': '"tolerates", "has"',
  'wants? (?:one|a|an) \\w+ for': '"needs"',
  'asks? for it\\b': '"uses it", "requests it"',
  'comes? of it\\b|came of it\\b': '"the result"',
  'took its time|takes? its time': '"takes long"',
  'does? without\\b': '"needs no"',
  'not any ?more|no more\\b(?! than)': '"no longer"',
  'of late\\b': '"recently"',
  'by which way': '"from which source"',
  'by the way that': '"the way"',
  'this is no \\w+': '"this isn\'t a …", or say what to enter',
  'may not (?:be|contain|begin|end|have)\\b': '"can\'t", "must not"',
  'is no (?:e-?mail|number|date|day|amount|longer there)': '"isn\'t a valid …"',
  'let go\\b|lets go\\b': '"disconnect", "release"',
  'in order\\b(?! to)(?! of)(?!,| and|[.;:])': '"in the right order" or "valid"',
  'it is \\w+ that (?:asks?|says?|decides?|knows?|gives?)\\b': 'turn the sentence round',
}

/** `{ pattern, advice }` for each phrase. */
export const patterns = Object.entries(phrases).map(([source, advice]) => ({
  pattern: new RegExp(
    `(?<!\\w)(?:${source.replaceAll(' ', String.raw`[\s*/]+`)})`,
    source.startsWith(startOfSentence) ? 'gu' : 'giu',
  ),
  advice,
}))
