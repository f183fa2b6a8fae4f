# Checks the typography of a catalogue, as `msgattrib --no-wrap` writes it, and that messages which differ in nothing but
# capitals and signs are translated alike. Prints each fault. Variables: language; plain=1 for lines of text instead of a
# catalogue.
function fault(what, text) { printf "%s: \"%s\"\n", what, text }
# The text without capitals and signs, a space between words.
function bare(text) {
    text = tolower(text)
    gsub(/À/, "à", text); gsub(/Ä/, "ä", text); gsub(/È/, "è", text); gsub(/É/, "é", text); gsub(/Ê/, "ê", text)
    gsub(/Ñ/, "ñ", text); gsub(/Ó/, "ó", text); gsub(/Ö/, "ö", text); gsub(/Ú/, "ú", text); gsub(/Ü/, "ü", text)
    gsub(/[ -@\[-`|~]|\302\240|\342\200\246|\302\277|\302\241/, " ", text)
    gsub(/ +/, " ", text)
    gsub(/^ | $/, "", text)
    return text
}
function count(text, sign) { return gsub(sign, sign, text) }
# Marks of questions and exclamations that end a word: a ? alone is a key.
function ends(text, sign) { return gsub("[^ ][" sign "]", "", text) }
function any(text) {
    if (text ~ /'|\\"/) fault("a straight quote", text)
    if (text ~ /\.\.\./) fault("three dots for …", text)
    if (text ~ /(^|[ (\240])-[0-9{]/) fault("a hyphen for −", text)
}
function check(text) {
    any(text)
    if (language == "fr" && (text ~ /(^|[^\240])[:;?!%]/ || text ~ /(^|[^\240])\302\273/ || text ~ /\302\253([^\302]|\302[^\240])/))
        fault("no no-break space", text)
    if ((language == "es" || language == "de") && text ~ /[^\240]%/) fault("no no-break space before %", text)
    if (language == "it" && text ~ /( |\240)%/) fault("a space before %", text)
    if (language == "es" && (ends(text, "?") != count(text, "¿") || ends(text, "!") != count(text, "¡")))
        fault("a mark that is not opened", text)
    if (language == "de" ? text ~ /«|»|”/ || count(text, "„") != count(text, "“") : text ~ /„|“|”/)
        fault("quotes of another language", text)
    if (count(text, "«") != count(text, "»") || text ~ /‘/) fault("a quote without its other half", text)
    if ((language == "it" || language == "es") && text ~ /«( |\302\240)|( |\302\240)»/) fault("a space inside quotes", text)
}
function finish(    name) {
    if (id != "") {
        english = id
        gsub(/'\{[a-z_]+\}'/, "", english) # errors quote for programs too
        any(english)
        if (id ~ /( |\240)%/) fault("a space before %", id)
        if (english ~ /«|»|„/ || count(english, "“") != count(english, "”")) fault("quotes of another language", id)
        name = context SUBSEP bare(id)
        if (name in said && !index(said[name], bare(first)) && !index(bare(first), said[name]))
            fault("two translations of one text", id)
        said[name] = bare(first)
    }
    id = context = first = ""
}
plain { check($0); next }
/^$/ { finish() }
/^msgctxt "/ { context = substr($0, 10, length($0) - 10) }
/^msgid "/ { id = substr($0, 8, length($0) - 8) }
/^msgstr/ && id != "" {
    text = substr($0, index($0, "\"") + 1, length($0) - index($0, "\"") - 1)
    if (first == "") first = text
    check(text)
}
END { finish() }
