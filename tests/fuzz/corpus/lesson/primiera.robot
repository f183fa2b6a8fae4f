# Primiera with three players and a robot.
lesson primiera:robot
title
en: Primiera with the robot: a fourth player made of cards
it: Primiera con il robot: un quarto giocatore fatto di carte
fr: Primiera avec le robot : un quatrième joueur fait de cartes
es: Primiera con el robot: un cuarto jugador hecho de cartas
de: Primiera mit dem Roboter: ein vierter Spieler aus Karten

step
position primiera:robot round=1 dealer=1 turn=0 scores=0/0/0/0 table=10B,8C,8B,7S hands=9S,1B,2B,7B,3C,6C,10C,3D,8D/2S,3S,8S,6B,1C,2C,7C,6D,9D/4S,5S,3B,5B,1D,5D,7D,10D/- teams=open piles=-/-/4C,4D/- last=2 stock=9C,10S,9B,1S,2D,6S,5C,4B target=21 chance=4
seat 0
say
en: The fourth seat is the robot’s. It has a face-down pile and turns up one card on its turn, which takes what it can. It has just turned up the seven of swords, which took nothing. Take it.
it: Il quarto posto è del robot. Ha un mazzo coperto e al suo turno scopre una carta, che prende quello che può. Ha appena scoperto il sette di spade, che non ha preso nulla. Prendilo.
fr: La quatrième place est celle du robot. Il a une pile face cachée et retourne une carte à son tour ; elle prend ce qu’elle peut. Il vient de retourner le sept d’épées, qui n’a rien pris. Prenez-le.
es: El cuarto sitio es del robot. Tiene un mazo boca abajo y en su turno descubre una carta, que se lleva lo que puede. Acaba de descubrir el siete de espadas, que no se llevó nada. Llévatelo.
de: Der vierte Platz gehört dem Roboter. Er hat einen verdeckten Stapel und deckt in seinem Zug eine Karte auf, die nimmt, was sie kann. Eben hat er die Schwerter-Sieben aufgedeckt, die nichts nahm. Nimm sie.
play 7B=7S
wrong
en: The seven of swords is still there. You hold a seven.
it: Il sette di spade è ancora lì. In mano hai un sette.
fr: Le sept d’épées est toujours là. Vous avez un sept en main.
es: El siete de espadas sigue ahí. Tienes un siete en la mano.
de: Die Schwerter-Sieben liegt noch da. Du hast eine Sieben auf der Hand.
right
en: Sevens are worth taking: each is the best card of its suit for the primiera.
it: I sette conviene prenderli: ognuno è la carta migliore del suo seme per la primiera.
fr: Les sept valent la peine : chacun est la meilleure carte de sa couleur pour la primiera.
es: Los sietes merecen la pena: cada uno es la mejor carta de su palo para la primiera.
de: Siebenen lohnen sich: Jede ist für die Primiera die beste Karte ihrer Farbe.
then 1 8S=8C
then 2 3B
then 3 turn

step
say
en: The robot can become somebody’s partner. Your Herald is the one of clubs: it makes the player on your left your partner, and that is the robot. Play it.
it: Il robot può diventare compagno di qualcuno. Il tuo Araldo è l’asso di bastoni: il tuo compagno sarà chi siede alla tua sinistra, cioè il robot. Giocalo.
fr: Le robot peut devenir le partenaire de quelqu’un. Votre Héraut est l’as de bâtons : votre voisin de gauche devient votre partenaire, et c’est le robot. Jouez-le.
es: El robot puede ser compañero de alguien. Tu Heraldo es el as de bastos: quien está a tu izquierda será tu compañero, y ese es el robot. Juégalo.
de: Der Roboter kann Partner werden. Dein Herold ist die Stäbe-Eins: Wer links von dir sitzt, wird dein Partner, und das ist der Roboter. Spiel sie.
play 1B
wrong
en: A good card, perhaps, but not a Herald. Play the one of clubs.
it: Forse è una buona carta, ma non è un Araldo. Gioca l’asso di bastoni.
fr: Une bonne carte, peut-être, mais pas un Héraut. Jouez l’as de bâtons.
es: Quizá sea buena carta, pero no es un Heraldo. Juega el as de bastos.
de: Vielleicht eine gute Karte, aber kein Herold. Spiel die Stäbe-Eins.
right
en: The robot is your partner. Its cards are turned up, and from now on you choose for it.
it: Il robot è il tuo compagno. Le sue carte si scoprono, e d’ora in poi scegli tu per lui.
fr: Le robot est votre partenaire. Ses cartes sont retournées, et désormais vous choisissez pour lui.
es: El robot es tu compañero. Sus cartas se descubren, y desde ahora eliges tú por él.
de: Der Roboter ist dein Partner. Seine Karten werden aufgedeckt, und von nun an wählst du für ihn.
then 1 2S
then 2 10D=10B

