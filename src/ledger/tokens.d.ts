/** About how many model tokens a text costs. Words and JSON run near four bytes a token; a test holds it to a real tokenizer. */
export declare function estimateTokens(text: string): number;
