/** The script of `forms.ts` as a text, made when the library is built. */
declare const script: string;
export default script;
