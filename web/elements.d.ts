// What the page's elements are made of: the arguments of h() in web/dom.js.

/** What an element may hold. Nothing is shown for `false`, null and undefined, so that `condition && element` can be written. */
export type Child = Node | string | number | false | null | undefined | readonly Child[];

/** Left out where it is false, null or undefined. */
export type AttributeValue = string | number | boolean | null | undefined;

type Listeners = {[Kind in keyof HTMLElementEventMap as `on${Kind}`]?: (event: HTMLElementEventMap[Kind]) => void};

type PlainName =
    | "autocapitalize"
    | "autocomplete"
    | "class"
    | "colspan"
    | "datetime"
    | "disabled"
    | "download"
    | "href"
    | "id"
    | "lang"
    | "max"
    | "maxlength"
    | "min"
    | "name"
    | "novalidate"
    | "placeholder"
    | "required"
    | "role"
    | "rows"
    | "scope"
    | "spellcheck"
    | "step"
    | "tabindex"
    | "title"
    | "type";

/** Attributes that elements of the page have; more are added here when they are needed. */
export type Attributes = Listeners & {[Name in PlainName]?: AttributeValue} & {[name: `aria-${string}`]: AttributeValue} & {
    /** Data attributes. */
    data?: Record<string, string | number>;
    /** CSS variables, without their two dashes. */
    vars?: Record<string, string | number>;
    value?: string | number;
    checked?: boolean;
    selected?: boolean;
};
