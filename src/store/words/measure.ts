/** A bit for each letter that is always a vowel, from a. */
const VOWELS = [..."aeiou"].reduce((bits, letter) => bits | (1 << (letter.charCodeAt(0) - 97)), 0);
const Y = 121;

/** Whether a letter is a vowel in any place. */
export function isVowelLetter(code: number): boolean {
  const place = code - 97;
  return place >= 0 && place < 26 && (VOWELS & (1 << place)) !== 0;
}

/** How often a consonant follows a vowel before `end`: 0, 1, or 2 for more. A y after a consonant is a vowel. */
export function measure(word: string, end: number): 0 | 1 | 2 {
  let count: 0 | 1 = 0;
  let isConsonant = false;
  let seenVowel = false;
  for (let at = 0; at < end; at++) {
    const code = word.charCodeAt(at);
    isConsonant = !(isVowelLetter(code) || (isConsonant && code === Y));
    if (!isConsonant) seenVowel = true;
    else if (seenVowel) {
      if (count === 1) return 2;
      count = 1;
      seenVowel = false;
    }
  }
  return count;
}

/** Whether there is a vowel before `end`. */
export function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) {
    const code = word.charCodeAt(at);
    if (isVowelLetter(code) || (at > 0 && code === Y)) return true;
  }
  return false;
}

/** Whether `end` is preceded by consonant, vowel, consonant, and the last is not w, x or y. */
export function endsShort(word: string, end: number): boolean {
  const last = word.charCodeAt(end - 1);
  if (last >= 119 && last <= Y) return false;
  let kinds = 0;
  let isConsonant = false;
  for (let at = 0; at < end; at++) {
    const code = word.charCodeAt(at);
    isConsonant = !(isVowelLetter(code) || (isConsonant && code === Y));
    kinds = (kinds << 1) | (isConsonant ? 1 : 0);
  }
  return (kinds & 0b111) === 0b101;
}
